/** What an operator may do: read; look after users; decide about money; all of it. */
export const roles = ['viewer', 'support', 'finance', 'admin'] as const

export type Role = (typeof roles)[number]

export const isRole = (text: string): text is Role => roles.some((role) => role === text)

/** Everybody reads, and an admin may do everything; support and finance are apart. */
export const mayActAs = (role: Role, needed: Role): boolean =>
  role === needed || role === 'admin' || needed === 'viewer'

/** Whose word counts about money. Who was disabled since, or has another role now, is not heard. */
export const decidingRoles: readonly Role[] = roles.filter((role) => mayActAs(role, 'finance'))
