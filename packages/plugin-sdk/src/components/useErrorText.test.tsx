import { afterEach, expect, test } from 'vitest'
import { ClientError } from '@host/client'
import { mountPage, type MountedPage } from '../testing/mount-page.ts'
import { ErrorNote } from './ErrorNote.tsx'
import { fixturePlugin } from './fixture-page.ts'
import { useErrorText } from './useErrorText.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

/** An answer of something between browser and host, which has no words of ours. */
const fromProxy = (status: number, retryAfterSeconds?: number): ClientError =>
  new ClientError({
    code: 'unexpected_answer',
    status,
    message: `The answer (status ${status}) was odd.`,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
/** A problem as the host sends it, in the language of the request. */
const fromHost = (status: number, title: string, nextStep: string): ClientError =>
  new ClientError({
    code: 'too_many_requests',
    status,
    message: title,
    problem: {
      type: 'urn:problem-type:host:too_many_requests',
      title,
      status,
      nextStep,
      code: 'too_many_requests',
      requestId: 'request-42',
    },
    requestId: 'request-42',
  })
const late = new ClientError({ code: 'timeout', status: 0, message: 'No answer came in time.' })
const offline = new ClientError({ code: 'network', status: 0, message: 'The server could not be reached.' })

test.each([
  { what: 'a page of a proxy', error: fromProxy(418), language: 'en', sentence: /couldn't be done.*Try again/ },
  { what: '413 of a proxy', error: fromProxy(413), language: 'en', sentence: /Too large.*Send less data/ },
  { what: '413 of a proxy', error: fromProxy(413), language: 'zh', sentence: /内容过大.*请减少单次发送的内容/ },
  {
    what: '429 of a proxy',
    error: fromProxy(429, 12),
    language: 'en',
    sentence: /Too many.*Try again in 12 seconds\./,
  },
  { what: '429 of a proxy', error: fromProxy(429, 1), language: 'en', sentence: /Try again in 1 second\./ },
  { what: '429 of a proxy', error: fromProxy(429, 12), language: 'zh', sentence: /请求过多.*请在 12 秒后重试。/ },
  { what: '429 without a time', error: fromProxy(429), language: 'en', sentence: /Wait a moment/ },
  { what: '503 of a proxy', error: fromProxy(503, 30), language: 'en', sentence: /server is busy.*in 30 seconds/ },
  { what: '502 of a proxy', error: fromProxy(502), language: 'zh', sentence: /服务器繁忙或暂不可用/ },
  { what: '504 of a proxy', error: fromProxy(504), language: 'en', sentence: /taking too long.*Try again in a moment/ },
  { what: '504 of a proxy', error: fromProxy(504), language: 'zh', sentence: /响应时间过长/ },
  { what: 'no answer in time', error: late, language: 'en', sentence: /taking too long/ },
  {
    what: '429 of the host',
    error: fromHost(429, 'Too many requests', 'Try again in 42 seconds.'),
    language: 'en',
    sentence: /Too many requests.*Try again in 42 seconds\./,
  },
  {
    what: '503 of the host',
    error: fromHost(503, 'There is more to do here than can be done at once', 'Try again in a few seconds.'),
    language: 'en',
    sentence: /more to do here.*Request ID request-42/,
  },
  { what: 'no answer', error: offline, language: 'en', sentence: /reach the server.*Check your connection/ },
  {
    what: 'an error of the page itself',
    error: new TypeError('x is not a function'),
    language: 'en',
    sentence: /couldn't be done/,
  },
  { what: 'a page of a proxy', error: fromProxy(418), language: 'zh', sentence: /操作未能完成/ },
  { what: 'no answer', error: offline, language: 'zh', sentence: /无法连接服务器/ },
] as const)(
  '$what is told without anything raw, in the language of the reader',
  async ({ error, language, sentence }) => {
    function Said() {
      const { title, cause = '', nextStep } = useErrorText()(error)
      return (
        <>
          {title} {cause} {nextStep}
          <ErrorNote error={error} />
        </>
      )
    }
    page = await mountPage({ plugin: fixturePlugin(Said), path: '/fixture', language })
    expect(page.text()).toMatch(sentence)
    expect(page.text()).not.toMatch(/status|4\d\d|50\d|could not be reached|not a function|could not be shown/)
  },
)
