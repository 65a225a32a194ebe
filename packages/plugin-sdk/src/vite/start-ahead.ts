/**
 * Preloads the first page of a signed-in user. Its needs are known at build time, so the page requests everything in
 * parallel before the first module has arrived: its modules as preloads, which run nothing, and its first calls, whose
 * responses wait for the client (see session/ahead-fetch.ts). A device without a signed-in user preloads nothing:
 * plugin code never loads before sign-in. The script is inline, allowed by its hash in the page's policy.
 */
import type { Rolldown } from 'vite'
import type { CheckedComposition } from './composition.ts'
import { resolveRelative } from './read-module-graph.ts'

/** Modules and calls a shell starts with. */
export interface ShellStart {
  /** Modules that it loads in any case, by absolute path. */
  readonly modules: readonly string[]
  /** Paths that it asks the server for in any case. */
  readonly calls: readonly string[]
}

/** Modules and calls of each shell, by the first segment of its addresses. */
export type ShellStarts = Readonly<Record<string, ShellStart>>

type Language = 'en' | 'zh'

const routesOf = { admin: 'routes', instance: 'instanceRoutes' } as const
const dictionary = { en: /[\\/]en\.json$/, zh: /[\\/]zh\.json$/ }

/** The script for a page, with the files of a bundle. */
export function startAhead(starts: ShellStarts, bundle: Rolldown.OutputBundle, checked: CheckedComposition): string {
  const chunks = Object.values(bundle).filter((one): one is Rolldown.OutputChunk => one.type === 'chunk')
  const shells = Object.entries(starts).map(([segment, { modules, calls }]) => {
    const home = homeOf(segment, checked)
    const speakers = [...home.folders, ...checked.halves.filter(({ facts }) => facts?.isNamed).map(({ dir }) => dir)]
    const files = (language: Language): readonly string[] =>
      filesOf(chunks, [...modules, ...home.modules], (id) => isTextOf(id, language, speakers))
    return [segment, { calls, en: files('en'), zh: files('zh') }] as const
  })
  return `try{(${begin.toString()})(${JSON.stringify(Object.fromEntries(shells))})}catch{}(${fetchFont.toString()})()`
}

/** A page with the script before anything that the browser waits for, and behind the import map, which must come first. */
export function withStart(html: string, script: string): string {
  const [, map = ''] = /(<script type="importmap">[^]*?<\/script>)\s*/.exec(html) ?? []
  const tag = `${map}\n    <script>${script}</script>\n    `
  return html
    .replace(map, '')
    .replace(/<script type="module"|<link rel="(?:modulepreload|stylesheet)"/, (first) => tag + first)
}

/** The modules of the page that a shell opens with, and its plugin's folder. */
function homeOf(
  segment: string,
  { halves }: CheckedComposition,
): { readonly modules: readonly string[]; readonly folders: readonly string[] } {
  const scope = segment === 'instance' ? routesOf.instance : routesOf.admin
  for (const { entry, facts, dir } of halves) {
    const page = facts?.[scope].find(({ path }) => path === '/')?.page
    const file = page === undefined ? undefined : resolveRelative(entry, page)
    if (file !== undefined) return { modules: [file], folders: [dir] }
  }
  return { modules: [], folders: [] }
}

function isTextOf(id: string, language: Language, speakers: readonly string[]): boolean {
  if (!dictionary[language].test(id)) return false
  const isOwn = /[\\/]packages[\\/](?:plugin-sdk|shell)[\\/]/.test(id)
  return isOwn || speakers.some((folder) => id.startsWith(`${folder}/`))
}

/** The files of modules with all that they import, the largest first: they take longest. The page brings the entry. */
function filesOf(
  chunks: readonly Rolldown.OutputChunk[],
  modules: readonly string[],
  isText: (id: string) => boolean,
): readonly string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const wanted = new Set(
    chunks.filter((chunk) => isFrameEntry(chunk) || chunk.moduleIds.some((id) => modules.includes(id) || isText(id))),
  )
  for (const { imports } of wanted) {
    for (const name of imports) {
      const imported = byName.get(name)
      if (imported !== undefined) wanted.add(imported)
    }
  }
  const files = [...wanted].filter(({ isEntry }) => !isEntry)
  return files.toSorted((a, b) => b.code.length - a.code.length).map(({ fileName }) => `/${fileName}`)
}

/** Signed-in users never load the entry of public pages. */
function isFrameEntry({ isEntry, facadeModuleId }: Rolldown.OutputChunk): boolean {
  return isEntry && facadeModuleId?.endsWith('public.html') !== true
}

interface Ahead {
  readonly calls: readonly string[]
  readonly en: readonly string[]
  readonly zh: readonly string[]
}

/* Runs in the page as its text stands here. */
function begin(shells: Readonly<Record<string, Ahead>>): void {
  const shell = location.pathname.split('/')[1] ?? ''
  const ahead = shells[shell]
  if (ahead === undefined || localStorage.getItem('host.signedIn') !== 'yes') return
  document.documentElement.dataset['frame'] = shell
  const language = document.documentElement.lang === 'zh-CN' ? 'zh' : 'en'
  const [, workspace = ''] = /^\/admin\/(@[^/]*)/.exec(location.pathname) ?? []
  const headers = {
    accept: 'application/json',
    'accept-language': language,
    ...(workspace && { 'x-workspace': workspace }),
  }
  const answers: Record<string, Promise<Response>> = {}
  for (const path of ahead.calls) {
    const answer = fetch(path, { headers })
    answer.catch(() => undefined)
    answers[`${language} ${workspace} ${path}`] = answer
  }
  Object.assign(globalThis, { hostAhead: answers })
  for (const file of ahead[language]) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    document.head.append(link)
  }
}

/* Runs in the page, too. The font is fetched behind the files of the first page, which is drawn without it. */
function fetchFont(): void {
  const font = document.querySelector<HTMLLinkElement>('link[as=font]')
  if (font !== null) font.media = 'all'
}
