import { readdirSync, readFileSync } from 'node:fs'

const closesOnExec = 0o2000000

/**
 * Returns the descriptors above the standard ones that child processes would inherit: those this
 * process was started with. Node closes its own on exec.
 */
export function passedDescriptors(): readonly number[] {
  return openDescriptors()
    .filter((descriptor) => descriptor > 2)
    .filter((descriptor) => {
      const flags = flagsOf(descriptor)
      return flags !== null && (flags & closesOnExec) === 0
    })
}

function openDescriptors(): readonly number[] {
  try {
    return readdirSync('/proc/self/fdinfo').map((name) => Number.parseInt(name, 10))
  } catch {
    // Only Linux has this list.
    return []
  }
}

function flagsOf(descriptor: number): number | null {
  try {
    const text = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')
    const octal = /^flags:\s+([0-7]+)$/m.exec(text)?.[1]
    return octal === undefined ? null : Number.parseInt(octal, 8)
  } catch {
    // It was closed meanwhile.
    return null
  }
}
