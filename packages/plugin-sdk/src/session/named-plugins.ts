import type { Edition } from './create-host.ts'

/** The plugins whose areas and actions the shell itself shows, so that it needs their texts. */
export function namedPlugins({ plugins }: Pick<Edition, 'plugins'>): readonly string[] {
  return plugins.filter(({ areas = [], actions = [] }) => areas.length + actions.length > 0).map(({ name }) => name)
}
