import type { Edition } from './create-host.ts'

/** The plugins whose texts the shell needs, because it shows their areas and actions. */
export function namedPlugins({ plugins }: Pick<Edition, 'plugins'>): readonly string[] {
  return plugins.filter(({ areas = [], actions = [] }) => areas.length + actions.length > 0).map(({ name }) => name)
}
