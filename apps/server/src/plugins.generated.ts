import type { Edition } from '@host/cli'

/** The out-of-tree plugins. Composing replaces this list; in the checkout it is empty. */
export const outOfTree: Edition['outOfTree'] = []
