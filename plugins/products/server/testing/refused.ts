import assert from 'node:assert/strict'
import { TestCallError } from '@host/testing'

/** Whether a call was refused with a code, at a field where one is named. */
export const refused = (code: string, path?: string) => (error: unknown) => {
  assert.ok(error instanceof TestCallError, String(error))
  assert.equal(error.problem?.code, code, JSON.stringify(error.problem))
  if (path !== undefined) assert.equal(error.problem?.errors?.[0]?.path, path, JSON.stringify(error.problem))
  return true
}
