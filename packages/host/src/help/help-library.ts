/**
 * The help pages of a build. They are collected once, when the first reader comes: every plugin is mounted then.
 * Who may read which is decided here and not by whoever shows them, so that no page leaks past a switched-off feature.
 */
import { helpCategories, type HelpLibraryService, type HelpPage } from '@host/plugin'
import { isSwitchable, type RegisteredPlugin } from '../boot/plugin-entry.ts'
import type { HostParts } from '../context/host-parts.ts'
import type { FeatureSource } from '../middleware/gate.ts'
import { provenWorkspace } from '../middleware/proven-workspace.ts'
import { pagesOf } from './plugin-pages.ts'

/** What a library is made from. */
export interface HelpLibraryOptions extends Pick<HostParts, 'frames' | 'faults'> {
  readonly plugins: readonly RegisteredPlugin[]
  readonly features: FeatureSource
}

interface Shelf {
  readonly registered: RegisteredPlugin
  readonly pages: readonly HelpPage[]
}

/** The library of all plugins' pages. */
export function createHelpLibrary(options: HelpLibraryOptions): HelpLibraryService {
  let collected: readonly Shelf[] | undefined
  const shelves = (): readonly Shelf[] => (collected ??= collectShelves(options))
  const list: HelpLibraryService['list'] = async (orgId) => {
    const isOn = await openFeatures(options, orgId)
    return shelves()
      .flatMap(({ registered, pages }) => openPages(registered, pages, isOn))
      .toSorted(byPlace)
  }
  return Object.freeze<HelpLibraryService>({
    list,
    listFor: async (request) => await list(provenWorkspace(request)),
    all: () => shelves().flatMap(({ pages }) => pages),
  })
}

function collectShelves({ plugins, frames, faults }: HelpLibraryOptions): readonly Shelf[] {
  const found = plugins.map((registered) => {
    const { name } = registered
    const report = (page: string, error: unknown): void =>
      faults.report({
        plugin: name,
        kind: 'hook',
        error: new Error(`The help page "${page}" is left out: ${messageOf(error)}`, { cause: error }),
        requestId: undefined,
      })
    return { registered, pages: frames.enter(name, () => pagesOf(registered, report)) }
  })
  const shelve = shelver(found.flatMap(({ pages }) => pages))
  return found.map(({ registered, pages }) => ({ registered, pages: pages.map(shelve) }))
}

/** Two plugins may have chosen one slug: both pages stay. Who makes way takes the slug of no page that has it by itself. */
function shelver(pages: readonly HelpPage[]): (page: HelpPage) => HelpPage {
  const owners = new Map<string, HelpPage>()
  for (const page of pages) if (!owners.has(page.slug)) owners.set(page.slug, page)
  return (page) => {
    let { slug } = page
    while (owners.has(slug) && owners.get(slug) !== page) slug = `${page.plugin}-${slug}`
    owners.set(slug, page)
    return Object.freeze({ ...page, slug, texts: Object.freeze(page.texts) })
  }
}

/**
 * The features whose pages may be read: those that are on in a workspace, and all of the build without one. The help
 * says nothing of any workspace, so a switch hides pages only from those who work there.
 */
async function openFeatures(
  { plugins, features }: HelpLibraryOptions,
  orgId: string | undefined,
): Promise<ReadonlySet<string>> {
  const names = [...new Set(plugins.map(({ feature }) => feature))]
  if (orgId === undefined) return new Set(names)
  const switchable = new Set(plugins.filter(isSwitchable).map(({ feature }) => feature))
  const isOn = await Promise.all(
    names.map(async (name) => !switchable.has(name) || (await features.isEnabled(orgId, name))),
  )
  return new Set(names.filter((_, index) => isOn[index] === true))
}

function openPages(
  registered: RegisteredPlugin,
  pages: readonly HelpPage[],
  isOn: ReadonlySet<string>,
): readonly HelpPage[] {
  if (isSwitchable(registered) && !isOn.has(registered.feature)) return []
  return pages.filter(({ feature }) => feature === undefined || isOn.has(feature))
}

function byPlace(a: HelpPage, b: HelpPage): number {
  const categories = helpCategories()
  const titles = [a.texts.en.title, b.texts.en.title] as const
  return (
    categories.indexOf(a.category) - categories.indexOf(b.category) ||
    a.order - b.order ||
    titles[0].localeCompare(titles[1], 'en')
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
