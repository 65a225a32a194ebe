import { useState } from 'react'
import { ClientError, useClient } from '@host/plugin-sdk'
import type { Operation } from '../document/operation.ts'
import { readBody } from './read-body.ts'

/** An answer as it is shown; the status is 0 where none came. */
export interface Tried {
  readonly status: number
  readonly milliseconds: number
  readonly type: string
  readonly body: string
  readonly isCut: boolean
}

/** Calls that take longer are given up. */
const patience = 30_000

/** Sends an operation as the pages do: with the session, in the workspace that is shown, once. */
export function useTry({ method, path }: Pick<Operation, 'method' | 'path'>) {
  const client = useClient()
  const [answer, setAnswer] = useState<Tried>()
  const [isPending, setPending] = useState(false)
  async function send(input: Readonly<Record<string, unknown>>): Promise<void> {
    setPending(true)
    const begun = performance.now()
    const { status, ...rest } = await attempt(() =>
      client.open(`${method} ${path}` as 'GET /', input, { signal: AbortSignal.timeout(patience), retry: false }),
    )
    setAnswer({ status, milliseconds: Math.round(performance.now() - begun), ...rest })
    setPending(false)
  }
  return { send, answer, isPending }
}

async function attempt(call: () => Promise<Response>): Promise<Omit<Tried, 'milliseconds'>> {
  try {
    const answer = await call()
    const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
    return { status: answer.status, type, ...(await readBody(answer)) }
  } catch (error) {
    const status = error instanceof ClientError ? error.status : 0
    const problem = error instanceof ClientError ? (error.problem ?? { code: error.code, title: error.message }) : {}
    return { status, type: 'JSON', body: JSON.stringify(problem, undefined, 2), isCut: false }
  }
}
