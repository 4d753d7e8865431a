/**
 * Returns the probability of a difference this large between two samples of one distribution
 * (Mann-Whitney U, two sided, normal approximation with correction for ties).
 */
export function chanceOfSame(first: readonly number[], second: readonly number[]): number {
  const [m, n] = [first.length, second.length]
  if (m < 20 || n < 20) throw new RangeError('too few values to judge')
  const all = [
    ...first.map((value) => ({ value, ofFirst: true })),
    ...second.map((value) => ({ value, ofFirst: false })),
  ].toSorted((a, b) => a.value - b.value)
  let rankSum = 0
  let ties = 0
  for (let start = 0; start < all.length; ) {
    const value = all[start]?.value
    let end = start
    while (end < all.length && all[end]?.value === value) end += 1
    const size = end - start
    // Ranks start at 1; equal values share the mean of theirs.
    const rank = (start + 1 + end) / 2
    rankSum += rank * all.slice(start, end).filter(({ ofFirst }) => ofFirst).length
    ties += size ** 3 - size
    start = end
  }
  const u = rankSum - (m * (m + 1)) / 2
  const total = m + n
  const variance = ((m * n) / 12) * (total + 1 - ties / (total * (total - 1)))
  if (variance <= 0) return 1
  return twoSided((u - (m * n) / 2) / Math.sqrt(variance))
}

/** The share of a normal distribution farther from its middle than z (Abramowitz 7.1.26). */
function twoSided(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const coefficients = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429]
  const sum = coefficients.reduceRight((rest, one) => (rest + one) * t, 0)
  return sum * Math.exp(-x * x)
}

export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * Returns the comparisons that distinguish their samples, at a family-wise error rate of `level`
 * (Holm): the smallest probability is compared with the level divided by their number, the next
 * with the level divided by one less, up to the first that passes.
 */
export function distinguishable(
  chances: ReadonlyMap<string, number>,
  level: number,
): ReadonlySet<string> {
  const distinguished = new Set<string>()
  for (const [name, chance] of [...chances].toSorted(([, a], [, b]) => a - b)) {
    if (chance >= level / (chances.size - distinguished.size)) break
    distinguished.add(name)
  }
  return distinguished
}
