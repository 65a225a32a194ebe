/**
 * The help pages of a build. They are collected once, for the first reader: every plugin is mounted then. Access is
 * decided here and not by the caller that shows them, so that no page of a disabled feature leaks.
 */
import { helpCategories, type HelpLibraryService, type HelpPage } from '@host/plugin/platform'
import { isSwitchable, type RegisteredPlugin } from '../../declared/plugin-entry.ts'
import type { HostParts } from '../host-parts.ts'
import type { FeatureSource } from '../../pipeline/gate.ts'
import { provenWorkspace } from '../../pipeline/proven-workspace.ts'
import { pagesOf } from './plugin-pages.ts'

/** Options of a library. */
export interface HelpLibraryOptions extends Pick<HostParts, 'contexts' | 'faults'> {
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
  })
}

function collectShelves({ plugins, contexts, faults }: HelpLibraryOptions): readonly Shelf[] {
  const found = plugins.map((registered) => {
    const { name } = registered
    const report = (page: string, error: unknown): void =>
      faults.report({
        plugin: name,
        kind: 'hook',
        error: new Error(`The help page "${page}" was skipped: ${messageOf(error)}`, { cause: error }),
        requestId: undefined,
      })
    return { registered, pages: contexts.enter(name, () => pagesOf(registered, report)) }
  })
  const shelve = shelver(found.flatMap(({ pages }) => pages))
  return found.map(({ registered, pages }) => ({ registered, pages: pages.map(shelve) }))
}

/** Two plugins may have chosen one slug: both pages stay. The later one gets a slug that no page has chosen. */
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
 * The features whose pages may be read: those that are on in a workspace, and all of the build without one. Help pages
 * contain nothing about workspaces, so a switch hides pages only from its members.
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
