import { defineEndpoint, endpointsWith, nothing, type EndpointError, type ErrorCode } from './wire.ts'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Mux } from './mux.ts'

type Same<One, Other> = (<Any>() => Any extends One ? 1 : 2) extends <Any>() => Any extends Other ? 1 : 2 ? true : false

const is = <Truth extends true>(truth: Truth): Truth => truth

const plain = { input: nothing, output: nothing, summary: 'Do something' } as const

const named = defineEndpoint({ ...plain, pattern: 'POST /api/x/notes/notes', errors: ['conflict', 'gone'] })
is<Same<EndpointError<typeof named>, 'conflict' | 'gone'>>(true)

const ofOne = defineEndpoint({ ...plain, pattern: 'PATCH /api/x/notes/notes/{id}', errors: ['conflict'] })
is<Same<EndpointError<typeof ofOne>, 'conflict' | 'not_found'>>(true)

const silent = defineEndpoint({ ...plain, pattern: 'GET /api/x/notes/notes' })
is<Same<EndpointError<typeof silent>, never>>(true)

const byLibrary = endpointsWith(() => ({}))({ ...plain, pattern: 'DELETE /api/x/notes/notes', errors: ['last_owner'] })
is<Same<EndpointError<typeof byLibrary>, 'last_owner'>>(true)
is<Same<(typeof byLibrary)['errors'], readonly 'last_owner'[]>>(true)

// @ts-expect-error a code that the catalog does not have
defineEndpoint({ ...plain, pattern: 'POST /api/x/notes/notes', errors: ['went_wrong'] })

export function mountSilent(mux: Mux<'notes'>, text: StandardSchemaV1<string>): void {
  mux.endpoint(ofOne, async () => {
    await Promise.resolve()
  })
  mux.endpoint(silent, () => undefined)
  const spoken = endpointsWith(() => ({}))({ ...plain, pattern: 'GET /api/x/notes/text', output: text })
  mux.endpoint(spoken, () => 'text')
  // @ts-expect-error an output that is missing
  mux.endpoint(spoken, () => {
    mux.endpoint(silent, () => undefined)
  })
}

export const codes: readonly ErrorCode[] = [...named.errors, ...ofOne.errors]
