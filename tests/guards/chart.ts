/** What of the settings the Helm chart's values lack, hold twice, or hold in the wrong part. */

type Part = 'settings' | 'secrets'

/** The names in each part of values.yaml, in which each is a line of its own. */
function namesIn(values: string): readonly (readonly [name: string, part: Part])[] {
  const found: (readonly [string, Part])[] = []
  let top = ''
  for (const line of values.split('\n')) {
    top = /^(\w+):/.exec(line)?.[1] ?? top
    const [, name] = /^ +([A-Z][A-Z0-9_]+):/.exec(line) ?? []
    if (name !== undefined && (top === 'settings' || top === 'secrets')) found.push([name, top])
  }
  return found
}

export function problemsOfChart(
  values: string,
  settings: readonly string[],
  secrets: readonly string[],
): readonly string[] {
  const found = namesIn(values)
  const place = 'ops/helm/tukar/values.yaml'
  return [
    ...settings.flatMap((name) => {
      const part = secrets.includes(name) ? 'secrets' : 'settings'
      const parts = found.filter(([one]) => one === name).map(([, its]) => its)
      return parts.length === 1 && parts[0] === part
        ? []
        : [`${place} ${name} is ${parts.join(', ') || 'nowhere'}; put it once below ${part}`]
    }),
    ...found
      .filter(([name]) => !settings.includes(name))
      .map(([name]) => `${place} ${name} is no setting; delete it`),
  ]
}
