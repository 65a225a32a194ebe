import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ShownWorkspaceContext, useApiHref } from './useApiHref.ts'

const checkout = join(import.meta.dirname, '../../../..')

/** Places that let a browser fetch by itself, and never a file of a workspace. */
const others: Readonly<Record<string, number>> = {
  // Calls of the API, by a client that names the workspace in a header.
  'packages/client/src/send-upload.ts': 1,
  'packages/plugin-sdk/src/vite/start-ahead.ts': 2,
  'packages/plugin-sdk/src/session/ahead-fetch.ts': 1,
  // They hand on what the helper gave.
  'packages/plugin-sdk/src/hooks/useDownload.ts': 1,
  'packages/plugin-sdk/src/navigation/Link.tsx': 1,
  // Pages and files that are made in the browser.
  'packages/plugin-sdk/src/components/download-file.ts': 1,
  'packages/plugin-sdk/src/table/ExportCsv.tsx': 1,
  'packages/plugin-sdk/src/gallery/StoryPage.tsx': 1,
  'packages/plugin-sdk/src/navigation/browser-history.ts': 1,
  'packages/plugin-sdk/src/components/HelpLink.tsx': 1,
  'packages/shell/src/dashboard/SupportNote.tsx': 1,
  'packages/shell/src/frame/SkipLink.tsx': 1,
  'packages/shell/src/help/HelpPages.tsx': 1,
  'packages/shell/src/frame/WorkspaceRequirementView.tsx': 1,
  'packages/shell/src/palette/Palette.tsx': 1,
  'packages/shell/src/palette/useRecentEntries.ts': 1,
  'packages/shell/src/session/NoSuchWorkspace.tsx': 1,
  'packages/shell/src/session/SignInAgain.tsx': 1,
  'packages/shell/src/session/prove/ProofForm.tsx': 1,
  'packages/shell/src/sign-in/login/OtherMethods.tsx': 1,
  'plugins/account/web/security/LinkableRow.tsx': 1,
  'plugins/instance/web/WorkspaceSupport.tsx': 1,
  'plugins/workspaces/web/DeleteWorkspace.tsx': 1,
  'plugins/workspaces/web/LeaveWorkspace.tsx': 1,
  // Pictures of the instance, which are public.
  'packages/shell/src/frame/Logo.tsx': 1,
  'plugins/instance/web/operator/BrandPanels.tsx': 1,
  // Other hosts, public pages, and the frame of an email, whose pictures the client loads.
  'plugins/links/web/links/LinkFrame.tsx': 1,
  'plugins/links/web/sharing/ShareStatistics.tsx': 1,
  'plugins/links/web/sharing/SharedStatisticsPage.tsx': 1,
  'plugins/mail/web/reading/EmailFrame.tsx': 1,
  'plugins/mail/web/reading/PlainText.tsx': 1,
  'plugins/mail/web/reading/useEmailImages.ts': 1,
  'plugins/products/web/delivery/DeliveryPage.tsx': 1,
}

/** All that makes a browser ask for an address without the client. */
const fetching =
  /<(?:a|img|iframe|video|audio|embed)\s|\b(?:link|image|anchor)\.(?:href|src) = |createElement\('a'\), \{|(?<![\w.#])fetch\(|new (?:EventSource|Xhr|WebSocket)\(|location\.assign\(|window\.open\(|sendBeacon\(/g

test('§I9 every file of a workspace that a browser fetches by itself has its address from useApiHref', () => {
  const files = globSync(['{packages/{shell,plugin-sdk,client}/src,plugins/*/web,examples/*/web}/**/*.{ts,tsx}'], {
    cwd: checkout,
  })
  const found = files
    .filter((file) => !/\.test\.|\.test-d\.|\.story\.|\/testing\/|\/fixture/.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(checkout, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
      const count = [...source.matchAll(fetching)].filter(({ index }) => !isNamed(source.slice(index))).length
      return count === 0 ? [] : [[file, count] as const]
    })
  expect(files.length).toBeGreaterThan(500)
  expect(Object.fromEntries(found)).toEqual(others)
})

/** Whether the address comes from the helper, within the tag. */
function isNamed(source: string): boolean {
  const [tag = ''] = /^[^]{0,400}?(?:\/>|">|\}>)/.exec(source) ?? []
  return tag.includes('apiHref(')
}

test('an address names the workspace that the page shows, unless it is of the console or no call', () => {
  const Addresses = () => {
    const apiHref = useApiHref()
    return ['/api/x/a', '/api/x/a?b=1', '/api/instance/a', '/help/a', 'blob:1'].map(apiHref).join(' ')
  }
  const shown = (workspace: string | undefined) =>
    renderToStaticMarkup(
      <ShownWorkspaceContext value={() => workspace}>
        <Addresses />
      </ShownWorkspaceContext>,
    ).replaceAll('&amp;', '&')
  expect(shown('org_1')).toBe(
    '/api/x/a?workspace=org_1 /api/x/a?b=1&workspace=org_1 /api/instance/a /help/a?workspace=org_1 blob:1',
  )
  expect(shown(undefined)).toBe('/api/x/a /api/x/a?b=1 /api/instance/a /help/a blob:1')
})
