import type { Edition } from '@host/cli'

/** The in-tree plugins, in the order in which they are registered. Leave one out and the product has not that feature. */
export const inTree: Edition['inTree'] = []
