/**
 * How the output falls into files. What changes together lies together, and the import map of index.html says which
 * file holds which chunk: a changed word renames one file, and leaves everything else in the browser's cache.
 *
 *   react     React and its renderer
 *   sdk       the SDK without what stands on the primitives, the client, texts and server data, and what the pages
 *             before and after sign-in share
 *   ui        menus, tooltips and what stands on them alone, with the primitives below: after sign-in, once a page is drawn
 *   overlays  the other primitives, and the SDK's components that stand on them
 *   forms, table, dates, charts, codes   a folder of the SDK with its library, for the pages that use it
 *   controls  what the pages behind the first take and show values with: files, colours, switches, secrets
 *   calendar  what a date is picked from, with its library; loaded when it is first opened
 *   Plot      what draws charts, with its library; loaded after the page around a chart is shown
 *   frame     what stands around every page after sign-in, and what the build is composed of
 *   console   what stands around the pages of the instance besides
 *   login     the page that signs in; the little else of the shell that it needs stands in sdk
 *   accounts  the other pages before sign-in, which few open: set-up, registration, and what mailed links lead to
 *   texts-<language>   the texts of the SDK and of the shell
 *   p-<plugin>-<page>, t-<plugin>-<language>   one page or widget, and its plugin's texts in one language, which come with it
 *
 * A browser opens six connections to a host without HTTP/2. What the first page of a reader is drawn from is eight small
 * answers beside the two large files, so that the small ones take two turns of four connections; a ninth would take a third.
 * The bundler's own few lines are always one of the eight, and the entry is none: it stands in the page (inline-entry.ts).
 */
import type { Rolldown } from 'vite'

type Groups = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>

const react = /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\/]/
const primitives = /[\\/]node_modules[\\/](?:@base-ui|@floating-ui)[\\/]/
/** Doors only pass on; in a group they would pull everything behind them into it. */
const door = /[\\/](?:index|shell|wire)\.[jt]s$/
const drawing = /[\\/]charts[\\/]plot[\\/]/
/** What no first page takes or shows values with. */
const controls =
  /[\\/](?:components[\\/](?:Checkbox|ChosenFiles|CopyAsCurl|DropZone|FileDrop|KeyValue|Radio|Secret|Slider|StrengthMeter|Table|Textarea|Timeline|Toggle|check-files|curl-command|password-strength)|accent[\\/](?:AccentPicker|useAccentPreview)|jobs[\\/][\w-]+)\.[jt]sx?$/
const foundations =
  /[\\/]node_modules[\\/](?:@tanstack[\\/](?:react-query|query-core)|regexparam)[\\/]|^\0vite[\\/]preload-helper/
/** What every signed-in page shows of the primitives, once it is drawn. */
const everyday = /[\\/]components[\\/](?:Menu|Tooltip)\.[jt]sx?$/
/** What stands around every signed-in page, so that it is drawn without the other primitives. */
const provider = /[\\/]components[\\/]OverlayProvider\.[jt]sx?$/
const provided =
  /[\\/]@base-ui[\\/]react[\\/](?:csp-provider|internals[\\/]csp-context|tooltip[\\/]provider|floating-ui-react[\\/]components[\\/]FloatingDelayGroup)\b/

const texts = /[\\/]packages[\\/](?:plugin-sdk|shell)[\\/]src[\\/]i18n[\\/](en|zh)\.json$/
const shell = /[\\/]packages[\\/]shell[\\/]src[\\/].*\.tsx?$/
const beforeSignIn =
  /[\\/](?:App|LoginPage|SetUpPage|RegisterPage|VerifyPage|ForgotPage|ResetPage|InvitationPage|ConfirmEmailPage)\.tsx$/
/** Folders of the shell that stand on both sides of sign-in, also in parts that are loaded later. */
const sharedShell = /[\\/]src[\\/](?:frame|preferences)[\\/]/
const signIn = /[\\/]LoginPage\.tsx$/
const accounts = /[\\/](?:SetUp|Register|Verify|Forgot|Reset|Invitation|ConfirmEmail)Page\.tsx$/
/** What the build is composed of, which the frame never comes without. */
const edition = /[\\/]src[\\/]edition\.ts$/
const afterSignIn = /[\\/](?:SignedIn|Dashboard|useSignOut|useSwitchWorkspace)\.tsx?$/
const instance = /[\\/]Console\.tsx$/

/** Folders of the SDK that only some pages need, each with the library that it brings. */
const parts: Readonly<Record<string, { readonly folder: RegExp; readonly library?: RegExp }>> = {
  forms: {
    folder: /[\\/]src[\\/](?:forms[\\/]|issue-(?:sentences|formats)\.)/,
    library: /[\\/]node_modules[\\/]react-hook-form[\\/]/,
  },
  table: {
    folder: /[\\/]src[\\/]table[\\/]/,
    library: /[\\/]node_modules[\\/]@tanstack[\\/](?:react-table|table-core|react-virtual|virtual-core)[\\/]/,
  },
  dates: { folder: /[\\/]src[\\/]dates[\\/](?!calendar[\\/])/ },
  calendar: {
    folder: /[\\/]dates[\\/]calendar[\\/]/,
    library: /[\\/]node_modules[\\/](?:react-day-picker|date-fns|@date-fns)[\\/]/,
  },
  charts: { folder: /[\\/]src[\\/]charts[\\/]/ },
  codes: { folder: /[\\/]src[\\/]codes[\\/]/, library: /[\\/]node_modules[\\/]uqr[\\/]/ },
}

/** Splits by where a module stands and, in the SDK, by which primitives it reaches. */
export function chunkGroups(sdkFolders: readonly string[]): Groups {
  const isOfSdk = (id: string): boolean =>
    /\.[jt]sx?$/.test(id) && !door.test(id) && !drawing.test(id) && sdkFolders.some((folder) => id.startsWith(folder))
  const isControl = (id: string): boolean => isOfSdk(id) && controls.test(id)
  const isBasic = (id: string): boolean =>
    isOfSdk(id) && !isControl(id) && !Object.values(parts).some(({ folder }) => folder.test(id))
  const isProvided = (id: string): boolean => provider.test(id) || provided.test(id)
  const onPrimitives = reachesPrimitives(isOfSdk)
  const isEveryday = standsOn(reachedFrom(everyday, primitives), onPrimitives)
  const [isEarly, isFrame] = [reachedFrom(beforeSignIn, shell), reachedFrom(afterSignIn, shell)]
  const [isLogin, isAccounts] = [reachedFrom(signIn, shell), reachedFrom(accounts, shell)]
  const isConsole = reachedFrom(instance, shell)
  const isBeforeAll: Test = (id, context) =>
    shell.test(id)
      ? isEarly(id, context) && (isFrame(id, context) || sharedShell.test(id))
      : isProvided(id) || !onPrimitives(id, context)
  return [
    { name: 'react', test: react, priority: 40 },
    {
      debugName: 'sdk',
      name: (id, context) => (isBeforeAll(id, context) ? 'sdk' : null),
      test: (id) => isBasic(id) || foundations.test(id) || provided.test(id) || shell.test(id),
      priority: 30,
    },
    {
      debugName: 'ui',
      name: (id, context) => (isEveryday(id, context) ? 'ui' : null),
      test: (id) => isBasic(id) || primitives.test(id),
      priority: 25,
    },
    { name: 'overlays', test: (id) => isBasic(id) || primitives.test(id), priority: 20 },
    { name: 'controls', test: isControl, priority: 15 },
    { debugName: 'texts', name: textsOf, test: texts, priority: 10 },
    {
      debugName: 'frame',
      name: (id, context) => (edition.test(id) || isFrame(id, context) ? 'frame' : null),
      test: (id) => edition.test(id) || shell.test(id),
      priority: 8,
    },
    ofShell('console', { isPart: isConsole, priority: 6 }),
    ofShell('login', { isPart: isLogin, priority: 9 }),
    ofShell('accounts', { isPart: isAccounts, priority: 7 }),
    ...Object.entries(parts).map(([name, { folder, library }]) => ({
      name,
      test: (id: string) => (isOfSdk(id) && folder.test(id)) || library?.test(id) === true,
      priority: 10,
    })),
  ]
}

type Test = (id: string, context: Rolldown.ChunkingContext) => boolean

/** A group of those modules of the shell that are part of it. */
function ofShell(name: string, { isPart, priority }: { isPart: Test; priority: number }): Groups[number] {
  return { debugName: name, name: (id, context) => (isPart(id, context) ? name : null), test: shell, priority }
}

function textsOf(id: string): string {
  const [, language = 'en'] = texts.exec(id) ?? []
  return `texts-${language}`
}

/** Follows what a module imports with it. */
function reachesPrimitives(isOfSdk: (id: string) => boolean): Test {
  const known = new Map<string, boolean>()
  const reaches: Test = (id, context) => {
    const before = known.get(id)
    if (before !== undefined) return before
    known.set(id, false)
    const imported = isOfSdk(id) ? (context.getModuleInfo(id)?.importedIds ?? []) : []
    const found = primitives.test(id) || imported.some((one) => reaches(one, context))
    known.set(id, found)
    return found
  }
  return reaches
}

/** Whether a module needs no primitives but those of a kind. */
function standsOn(isOfKind: Test, onPrimitives: Test): Test {
  const known = new Map<string, boolean>()
  const stands: Test = (id, context) => {
    if (primitives.test(id)) return isOfKind(id, context)
    const before = known.get(id)
    if (before !== undefined) return before
    known.set(id, true)
    const imported = context.getModuleInfo(id)?.importedIds ?? []
    const found = imported.every((one) => !onPrimitives(one, context) || stands(one, context))
    known.set(id, found)
    return found
  }
  return stands
}

/** Follows who imports a module with it, among modules of a kind, up to one of the roots. */
function reachedFrom(roots: RegExp, kind: RegExp): Test {
  const known = new Map<string, boolean>()
  const isReached: Test = (id, context) => {
    const before = known.get(id)
    if (before !== undefined) return before
    known.set(id, false)
    const importers = kind.test(id) ? (context.getModuleInfo(id)?.importers ?? []) : []
    const found = roots.test(id) || importers.some((one) => isReached(one, context))
    known.set(id, found)
    return found
  }
  return isReached
}
