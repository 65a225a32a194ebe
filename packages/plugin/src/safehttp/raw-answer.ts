/** Headers as they came, under lower-case names. */
export type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>

/** An answer as it came: head and body, still encoded. */
export interface RawAnswer {
  readonly status: number
  readonly headers: HeaderFields
  readonly body: Buffer
}

/** Whether an answer is a redirect. Its body is never read. */
export function isRedirect({ status, headers }: Omit<RawAnswer, 'body'>): boolean {
  return redirects.has(status) && headers['location'] !== undefined
}

const redirects = new Set([301, 302, 303, 307, 308])
