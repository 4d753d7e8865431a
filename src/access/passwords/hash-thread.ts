/**
 * The program of a hashing thread: it derives one key at a time, below everything that answers
 * requests. Hashing is meant to be slow; nobody else should be for it.
 */
import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

// On Linux a priority is a thread's own; elsewhere it would be that of the whole service.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters))
})
