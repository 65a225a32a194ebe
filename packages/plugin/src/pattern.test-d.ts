import type { MethodOf, ParamsOf, PathOf } from './pattern.ts'
import { fillPath, parsePattern } from './pattern.ts'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

type Names<S extends string> = keyof ParamsOf<S>

function assertSame<A, B>(..._proof: Same<A, B> extends true ? [] : [never]): void {}

assertSame<ParamsOf<'GET /a/{id}/{rest...}'>, { id: string; rest: string }>()
assertSame<ParamsOf<'/a/{id}'>, { id: string }>()
assertSame<ParamsOf<'{id}'>, { id: string }>()
assertSame<ParamsOf<'GET\t/{id}/b/{other}/'>, { id: string; other: string }>()
assertSame<Names<'GET /a/b'>, never>()
assertSame<Names<'GET /a/{$}'>, never>()
assertSame<Names<'GET /a/'>, never>()
assertSame<ParamsOf<string>, Record<string, string>>()

assertSame<MethodOf<'GET /a'>, 'GET'>()
assertSame<MethodOf<'GET\t /a'>, 'GET'>()
assertSame<MethodOf<'/a'>, undefined>()
assertSame<MethodOf<'/a b'>, undefined>()
assertSame<MethodOf<string>, string | undefined>()

assertSame<PathOf<'GET /a/{id}'>, '/a/{id}'>()
assertSame<PathOf<'GET  \t/a b'>, '/a b'>()
assertSame<PathOf<'/a'>, '/a'>()
assertSame<PathOf<string>, string>()

fillPath(parsePattern('GET /a/{id}'), { id: '1' })
// @ts-expect-error the parameter has another name
fillPath(parsePattern('GET /a/{id}'), { other: '1' })
// @ts-expect-error a parameter is missing
fillPath(parsePattern('GET /a/{id}/{rest...}'), { id: '1' })
// @ts-expect-error a parameter is a string
fillPath(parsePattern('GET /a/{id}'), { id: 1 })
// @ts-expect-error a pattern is parsed first
fillPath('GET /a/{id}', { id: '1' })
// @ts-expect-error a pattern does not change
parsePattern('GET /a').text = 'GET /b'
