// things.rs - values of Rust whose bytes then become wrong, for tests/unit/test_rust.c.  SPDX-License-Identifier: GPL-3.0-or-later
//
// The crate is called alloc and has types with the names and members of those of Rust's library (1.63). So the test needs no library of Rust.
#![crate_name = "alloc"]
#![no_std]
#![no_main]

pub mod raw_vec {
    pub struct RawVec<T> { pub ptr: core::ptr::NonNull<T>, pub cap: usize }
}
pub mod vec {
    pub struct Vec<T> { pub buf: crate::raw_vec::RawVec<T>, pub len: usize }
    pub const fn made<T>(ptr: *const T, cap: usize, len: usize) -> Vec<T> {
        Vec { buf: crate::raw_vec::RawVec { ptr: unsafe { core::ptr::NonNull::new_unchecked(ptr as *mut T) }, cap }, len }
    }
}
pub mod string {
    pub struct String { pub vec: crate::vec::Vec<u8> }
}
pub mod rc {
    pub struct RcBox<T> { pub strong: usize, pub weak: usize, pub value: T }
    pub struct Rc<T> { pub ptr: core::ptr::NonNull<RcBox<T>> }
}
pub mod collections {
    pub mod vec_deque {
        pub struct VecDeque<T> { pub tail: usize, pub head: usize, pub buf: crate::raw_vec::RawVec<T> }
    }
}

pub enum Shape { Point, Circle(f64), Rect { w: u32, h: u32 } }
pub enum Only { One(i32) }
pub enum Colour { Red, Green = 5 }
pub struct Unit;
pub struct Node { pub next: Option<&'static Node>, pub number: i32 }

pub struct Things {
    pub name: string::String,
    pub numbers: vec::Vec<i32>,
    pub word: &'static str,
    pub slice: &'static [i32],
    pub some: Option<i32>,
    pub none: Option<i32>,
    pub link: Option<&'static Node>,
    pub null: Option<&'static i32>,
    pub deep: Option<Option<bool>>,
    pub point: Shape,
    pub circle: Shape,
    pub rect: Shape,
    pub only: Only,
    pub signed: Option<core::cmp::Ordering>,
    pub colour: Colour,
    pub tuple: (u8, char, bool, u64),
    pub unit: (),
    pub nothing: Unit,
    pub array: [i16; 3],
    pub units: vec::Vec<()>,
    pub result: Result<u8, i64>,
    pub big: i128,
    pub rc: rc::Rc<i32>,
    pub ring: collections::vec_deque::VecDeque<i32>,
}

static mut NUMBERS: [i32; 4] = [1, 2, 3, 4];
static LAST: Node = Node { next: None, number: 8 };
static FIRST: Node = Node { next: Some(&LAST), number: 7 };
static mut COUNTED: rc::RcBox<i32> = rc::RcBox { strong: 2, weak: 3, value: 6 };

#[no_mangle]
#[inline(never)]
pub extern "C" fn mark(_things: &mut Things) {}

unsafe fn poke<T, V>(at: &mut T, value: V) {
    *(at as *mut T as *mut V) = value;
}

unsafe fn spoil(t: &mut Things) {
    t.name.vec.len = 5;
    poke(&mut t.numbers.buf.ptr, 0usize);
    t.numbers.buf.cap = 3;
    poke(&mut t.word, [1usize << 62, 4]);
    poke(&mut t.slice, [16usize, 1 << 62]);
    poke(&mut t.some, 7u32);
    poke(&mut t.deep, 200u8);
    poke(&mut t.point, 77u64);
    poke(&mut t.signed, 5i8);
    poke(&mut t.colour, 4u8);
    poke(&mut t.result, 9u8);
    COUNTED.strong = 0;
    t.ring.head = 4;
    poke(&mut t.tuple.1, 0xffffffffu32);
}

unsafe fn fill(t: &mut Things, state: &mut u64) {
    let words = t as *mut Things as *mut u64;
    let count = core::mem::size_of::<Things>() / 8;
    let mut i = 0;
    while i < count {
        *state = *state * 6364136223846793005 + 1442695040888963407;
        let some = *state >> 33;
        *words.add(i) = match some % 5 {
            0 => words.add((some / 5) as usize % 32) as u64,
            1 => &NUMBERS as *const _ as u64,
            2 => some / 5 % 9,
            3 => *state,
            _ => some / 5 % 9 << 32 | some / 45 % 9,
        };
        i += 1;
    }
}

#[no_mangle]
pub unsafe extern "C" fn main() -> i32 {
    let numbers = &NUMBERS as *const i32;
    let mut things = Things {
        name: string::String { vec: vec::made(b"milk".as_ptr(), 4, 4) },
        numbers: vec::made(numbers, 4, 3),
        word: "w\u{f6}rd", slice: core::slice::from_raw_parts(numbers.add(1), 2), some: Some(5), none: None, link: Some(&FIRST), null: None, deep: Some(None), point: Shape::Point,
        circle: Shape::Circle(1.5), rect: Shape::Rect { w: 3, h: 4 }, only: Only::One(7), signed: Some(core::cmp::Ordering::Less), colour: Colour::Green,
        tuple: (1, 'x', true, 2), unit: (), nothing: Unit, array: [-1, 0, 1], units: vec::made(1 as *const (), 0, 2), result: Err(-1), big: -3,
        rc: rc::Rc { ptr: core::ptr::NonNull::new_unchecked(&mut COUNTED) },
        ring: collections::vec_deque::VecDeque { tail: 3, head: 1, buf: vec::made(numbers, 4, 0).buf },
    };
    let mut state = 1u64;
    let mut round = 0;
    mark(&mut things);
    spoil(&mut things);
    mark(&mut things);
    while round < 20 {
        fill(&mut things, &mut state);
        mark(&mut things);
        round += 1;
    }
    0
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! { loop {} }
