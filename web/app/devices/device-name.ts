const browsers = [
  [/Edg[/ ]/, 'Edge'],
  [/OPR[/ ]/, 'Opera'],
  [/Firefox[/ ]/, 'Firefox'],
  [/Chrome[/ ]/, 'Chrome'],
  [/Safari[/ ]/, 'Safari'],
] as const

const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const nameIn = (agent: string, names: readonly (readonly [RegExp, string])[]) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** Says `Chrome, Android` for a browser's long name; other names are returned unchanged. */
export function deviceName(agent: string | null): string | null {
  if (agent === null) return null
  const browser = nameIn(agent, browsers)
  if (browser === undefined) return agent
  return [browser, nameIn(agent, systems)].filter(Boolean).join(', ')
}
