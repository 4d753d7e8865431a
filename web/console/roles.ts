import type { components } from '@tukar/client/operator'

export type Operator = components['schemas']['Operator']
export type Role = Operator['role']

/** All roles may read, an admin may do everything; support and finance exclude each other. */
export const mayActAs = (role: Role, needed: Role): boolean =>
  role === needed || role === 'admin' || needed === 'viewer'
