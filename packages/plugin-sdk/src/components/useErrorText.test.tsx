import { afterEach, expect, test } from 'vitest'
import { ClientError } from '@host/client'
import { mountPage, type MountedPage } from '../testing/mount-page.ts'
import { ErrorNote } from './ErrorNote.tsx'
import { fixturePlugin } from './fixture-page.ts'
import { useErrorText } from './useErrorText.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const fromProxy = new ClientError({
  code: 'unexpected_answer',
  status: 502,
  message: 'The answer (status 502) was odd.',
})
const offline = new ClientError({ code: 'network', status: 0, message: 'The server could not be reached.' })

test.each([
  { what: 'a page of a proxy', error: fromProxy, language: 'en', sentence: /could not be done.*Try again/ },
  { what: 'no answer', error: offline, language: 'en', sentence: /server cannot be reached.*Check your connection/ },
  {
    what: 'an error of the page itself',
    error: new TypeError('x is not a function'),
    language: 'en',
    sentence: /could not be done/,
  },
  { what: 'a page of a proxy', error: fromProxy, language: 'zh', sentence: /操作未能完成/ },
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
    expect(page.text()).not.toMatch(/status|502|could not be reached|not a function|page could not be shown/)
  },
)
