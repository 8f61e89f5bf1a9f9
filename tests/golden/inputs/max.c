/* Finds the largest of three numbers. */
int largest(const int *value)
{
    int i = 0, best = 0;
    for (; i < 3; i++)
        best = value[i] > best ? value[i] : best;

    return best;
}
