/**
 * How the output is split into files. Modules that change together share a file, and the import map of index.html maps
 * chunks to files: a changed text renames one file and leaves all others in the browser's cache.
 *
 *   react     React and its renderer
 *   sdk       the SDK except modules that depend on the primitives, the client, texts and server data, modules shared by
 *             the pages before and after sign-in, and the definitions of `platform-api` that pages of plugins read too
 *   ui        menus, tooltips and modules only they need, with their primitives: after sign-in, once a page is drawn
 *   overlays  the other primitives, and the SDK components that depend on them
 *   forms, table, dates, charts, codes   a folder of the SDK with its library, for the pages that use it
 *   schemas   the definitions of plugins and the schema library; loaded with the first page or widget that has one
 *   imports, resource, changesets   the import of files, the pages of resources, and the panel of a changeset
 *   controls  inputs and value displays that no first page needs: files, colors, switches, secrets
 *   calendar  the calendar of date pickers, with its library; loaded when it is first opened
 *   Plot      the drawing code of charts, with its library; loaded after the page around a chart is shown
 *   public    hooks and wrappers of the pages without sign-in, which have an entry of their own
 *   frame     the frame of every page after sign-in, and the list of plugins of the build
 *   console   additional frame of the instance console
 *   login     the sign-in page; the few other shell modules it needs are in sdk
 *   accounts  the other pages before sign-in, which are rarely opened: set-up, registration, and links from emails
 *   texts-<language>   the texts of the SDK and of the shell
 *   p-<plugin>-<page>, t-<plugin>-<language>   one page or widget, and its plugin's texts in one language, loaded together
 *
 * A browser opens six connections to a host without HTTP/2. The first page of a user takes eight small responses in
 * addition to the two large files, so the small ones take two rounds of four connections; a ninth would take a third
 * round. The bundler's runtime is always one of the eight. The entry isn't, because it is inlined in the page
 * (inline-entry.ts).
 */
import type { Rolldown } from 'vite'

type Groups = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>

const react = /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\/]/
const primitives = /[\\/]node_modules[\\/](?:@base-ui|@floating-ui)[\\/]/
/** Doors only pass on; in a group they would pull everything behind them into it. */
const door = /[\\/](?:index|shell|wire)\.[jt]s$/
const drawing = /[\\/]charts[\\/]plot[\\/]/
/** Inputs and value displays that no first page uses. */
const controls =
  /[\\/](?:components[\\/](?:Checkbox|ChosenFiles|CopyAsCurl|DropZone|FileDrop|KeyValue|Radio|Secret|Slider|StrengthMeter|Table|Textarea|Timeline|Toggle|check-files|curl-command|password-strength)|accent[\\/](?:AccentPicker|Swatch|useAccentPreview)|(?:jobs|uploads)[\\/][\w-]+|platform-api[\\/]src[\\/]jobs)\.[jt]sx?$/
const foundations =
  /[\\/]node_modules[\\/](?:@tanstack[\\/](?:react-query|query-core)|regexparam)[\\/]|^\0vite[\\/]preload-helper/
/** Components on primitives that every signed-in page uses once it is drawn. */
const everyday = /[\\/]components[\\/](?:Menu|Tooltip)\.[jt]sx?$/
/** Wrappers of every signed-in page, separated so that it renders without the other primitives. */
const provider = /[\\/]components[\\/]OverlayProvider\.[jt]sx?$/
const provided =
  /[\\/]@base-ui[\\/]react[\\/](?:csp-provider|internals[\\/]csp-context|tooltip[\\/]provider|floating-ui-react[\\/]components[\\/]FloatingDelayGroup)\b/

const texts = /[\\/]packages[\\/](?:plugin-sdk|shell)[\\/]src[\\/]i18n[\\/](en|zh)\.json$/
/** The shell, with the definitions that it alone calls. */
const shell =
  /[\\/]packages[\\/](?:shell[\\/]src[\\/].*|platform-api[\\/]src[\\/](?:frame|help|recovery|sign-in|unsubscribing))\.tsx?$/
const beforeSignIn =
  /[\\/](?:App|LoginPage|SetUpPage|RegisterPage|VerifyPage|ForgotPage|ResetPage|InvitationPage|ConfirmEmailPage)\.tsx$/
/** Parts of the shell on both sides of sign-in, also in parts that are loaded later, and on public pages. */
const sharedShell = /[\\/]src[\\/](?:(?:frame|preferences)[\\/]|CrashBoundary\.)/
const signIn = /[\\/]LoginPage\.tsx$/
const accounts = /[\\/](?:SetUp|Register|Verify|Forgot|Reset|Invitation|ConfirmEmail)Page\.tsx$/
/** The list of plugins of the build, always loaded with the frame. */
const edition = /[\\/]src[\\/]edition\.ts$/
const afterSignIn = /[\\/](?:SignedIn|Dashboard|useSignOut|useSwitchWorkspace)\.tsx?$/
const instance = /[\\/]Console\.tsx$/

/** Folders of the SDK that only some pages need, each with the library that it brings. */
const parts: Readonly<Record<string, { readonly folder: RegExp; readonly library?: RegExp }>> = {
  forms: {
    folder: /[\\/]src[\\/](?:forms[\\/]|fields[\\/]|issue-(?:sentences|formats)\.)/,
    library: /[\\/]node_modules[\\/]react-hook-form[\\/]/,
  },
  table: {
    folder: /[\\/]src[\\/](?:table[\\/]|views\.)/,
    library: /[\\/]node_modules[\\/]@tanstack[\\/](?:react-table|table-core|react-virtual|virtual-core)[\\/]/,
  },
  schemas: {
    folder:
      /[\\/]plugin[\\/]src[\\/](?:zod\.|lists[\\/]list-input\.)|[\\/]platform-api[\\/]src[\\/](?:audit|schemas-with)\./,
    library: /[\\/]node_modules[\\/]zod[\\/]/,
  },
  imports: { folder: /[\\/]src[\\/]imports[\\/]/ },
  resource: { folder: /[\\/]src[\\/]resource[\\/]/ },
  changesets: { folder: /[\\/]src[\\/]changesets[\\/.]/ },
  dates: { folder: /[\\/]src[\\/]dates[\\/](?!calendar[\\/])/ },
  calendar: {
    folder: /[\\/]dates[\\/]calendar[\\/]/,
    library: /[\\/]node_modules[\\/](?:react-day-picker|date-fns|@date-fns)[\\/]/,
  },
  charts: { folder: /[\\/]src[\\/]charts[\\/]/ },
  public: { folder: /[\\/]src[\\/]public[\\/]/ },
  codes: { folder: /[\\/]src[\\/]codes[\\/]/, library: /[\\/]node_modules[\\/]uqr[\\/]/ },
}

/** Splits by where a module stands and, in the SDK, by which primitives it reaches. */
export function chunkGroups(sdkFolders: readonly string[]): Groups {
  const isOfSdk = (id: string): boolean =>
    /\.[jt]sx?$/.test(id) &&
    ![door, drawing, shell].some((apart) => apart.test(id)) &&
    sdkFolders.some((folder) => id.startsWith(folder))
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

/** Whether a module reaches the primitives through static imports. */
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
