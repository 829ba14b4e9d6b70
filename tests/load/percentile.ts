/** Returns the value below which this share of the values lies. */
export function percentile(values: number[], share: number): number {
  const sortedValues = values.toSorted((a, b) => a - b)
  return (
    sortedValues[Math.min(sortedValues.length - 1, Math.floor(sortedValues.length * share))] ?? Number.NaN
  )
}
