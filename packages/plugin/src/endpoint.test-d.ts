import { defineEndpoint, endpointsWith, nothing, type EndpointError, type ErrorCode } from './wire.ts'

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

export const codes: readonly ErrorCode[] = [...named.errors, ...ofOne.errors]
