import type { ClientError } from '@host/plugin-sdk'

/** What the server says about single fields, by their names. */
export function fieldErrors(error: ClientError | null): Readonly<Record<string, string>> {
  return Object.fromEntries((error?.problem?.errors ?? []).map(({ path, message }) => [path, message]))
}
