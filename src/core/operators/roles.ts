/** What each role may do: read; support users; decide about money; everything. */
export const roles = ['viewer', 'support', 'finance', 'admin'] as const

export type Role = (typeof roles)[number]

export const isRole = (text: string): text is Role => roles.some((role) => role === text)

/** All roles may read, an admin may do everything; support and finance exclude each other. */
export const mayActAs = (role: Role, needed: Role): boolean =>
  role === needed || role === 'admin' || needed === 'viewer'

/** Roles whose approvals about money count, by an operator's current role. */
export const decidingRoles: readonly Role[] = roles.filter((role) => mayActAs(role, 'finance'))

/** Whether a role sees the names on identity cards: each one that decides about users or money. */
export const mayReadNames = (role: Role): boolean => role !== 'viewer'
