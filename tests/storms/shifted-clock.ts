/** Loaded before a node's own code: the process sees the system's clock shifted. */
const offsetMs = Number(process.env['CLOCK_OFFSET_MS'])

globalThis.Date = new Proxy(globalThis.Date, {
  construct: (system, given, made) =>
    Reflect.construct(system, given.length === 0 ? [system.now() + offsetMs] : given, made),
  apply: (system) => new system(system.now() + offsetMs).toString(),
  get: (system, name) =>
    name === 'now' ? () => system.now() + offsetMs : Reflect.get(system, name, system),
})
