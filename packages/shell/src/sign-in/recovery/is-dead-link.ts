import { ClientError } from '@host/plugin-sdk'

/** Whether an emailed link is expired, used or invalid: the server never reveals which. */
export function isDeadLink(error: unknown): boolean {
  if (!(error instanceof ClientError)) return false
  const isToken = error.problem?.errors?.some(({ path }) => path === 'token') === true
  return error.status === 410 || error.status === 404 || isToken
}
