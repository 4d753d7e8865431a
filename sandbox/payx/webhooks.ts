import { randomUUID } from 'node:crypto'
import type { Frame } from '../emulator.ts'
import { hours, minutes } from '../schedule.ts'

const retryAfterMs = [minutes(15), minutes(45), hours(2), hours(3), hours(6), hours(12)]

const send = ({ callbacks }: Frame, path: string, body: string, headers: Record<string, string>) =>
  callbacks.send({
    provider: 'payx',
    path,
    headers: { 'content-type': 'application/json', 'webhook-id': randomUUID(), ...headers },
    body,
    retryAfterMs,
  })

/** Sends a callback about an incoming payment or an account; returns the callback's id. */
export const sendDeposit = (frame: Frame, path: string, body: string, apiVersion?: string) =>
  send(frame, path, body, {
    'x-callback-token': frame.secrets.payxDepositToken,
    ...(apiVersion === undefined ? {} : { 'api-version': apiVersion }),
  })

/** Sends a callback about a payout, with the separate token for payouts. */
export const sendPayout = (frame: Frame, body: string) =>
  send(frame, '/api/webhook/payx/handle-withdrawal', body, {
    'x-callback-token': frame.secrets.payxWithdrawalToken,
  })
