import { ClientError } from '@host/plugin-sdk'

/** Whether a mailed link has run out, was used before, or never was one: the server tells them apart to nobody. */
export function isDeadLink(error: unknown): boolean {
  if (!(error instanceof ClientError)) return false
  const isToken = error.problem?.errors?.some(({ path }) => path === 'token') === true
  return error.status === 410 || error.status === 404 || isToken
}
