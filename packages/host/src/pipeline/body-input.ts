import { Problem } from '@host/plugin'
import type { BodyLimits } from '../http/body-limits.ts'
import { parseJson } from '../http/parse-json.ts'
import { readBody } from '../http/request-body.ts'
import { stateOf } from '../request/request-state.ts'
import { checkJsonTexts } from '../request/storable-text.ts'

const jsonType = /^application\/json\s*(?:;|$)/i

/**
 * The JSON body of a request; undefined when it is empty.
 * @throws Problem `body_too_large`, `unsupported_media_type`, `bad_request`
 */
export async function bodyInput(request: Request, { bytes, structure }: BodyLimits): Promise<unknown> {
  const type = request.headers.get('content-type')
  if (type !== null && !jsonType.test(type)) throw new Problem('unsupported_media_type')
  if (request.headers.has('content-encoding')) {
    throw new Problem('unsupported_media_type', {
      detail: { en: 'Compressed request bodies are not supported.', zh: '请求正文经过压缩。' },
      nextStep: {
        en: 'Send it uncompressed, without Content-Encoding.',
        zh: '请直接发送原文，不要使用 Content-Encoding。',
      },
    })
  }
  if (Number(request.headers.get('content-length') ?? 0) > bytes) throw new Problem('body_too_large')
  const body = await (stateOf(request)?.body(bytes) ?? readBody(request, bytes))
  if (body.length > bytes) throw new Problem('body_too_large')
  if (body.length === 0) return undefined
  if (type === null) throw new Problem('unsupported_media_type')
  const { text, value } = parseJson(body, structure)
  checkJsonTexts(text, value)
  return value
}
