import { leakedForms } from './leaked-password.rules.ts'

let list: Promise<ReadonlySet<string>> | null = null

/** Loads the list with its first use: a node that checks no new password needs no memory for it. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Whether a password is among the 49,000 that leaked most often, or one of them with additions. */
export async function isLeaked(password: string): Promise<boolean> {
  list ??= load()
  const leaked = await list
  return leakedForms(password).some((form) => leaked.has(form))
}
