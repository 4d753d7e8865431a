import type { Owner } from '../database.ts'

const originals = new WeakMap<object, object>()

/**
 * Sets limits until the test ends, so that it need not wait for them. The service reads a limit
 * when it uses it; what it started before keeps the former one, so such a test starts a fresh
 * service.
 */
export function setLimits<Limits extends object>(
  t: Owner,
  limits: Limits,
  values: Partial<Record<keyof Limits, number>>,
): void {
  const original = originals.get(limits) ?? { ...limits }
  originals.set(limits, original)
  Object.assign(limits, values)
  t.after(() => Object.assign(limits, original))
}
