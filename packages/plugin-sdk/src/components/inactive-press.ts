/**
 * Handlers that a button does not pass on while it is inactive: a menu or a popover opens by them before a click comes.
 * Hover and focus stay, so that the reason can be read.
 */
export const inactivePress = { onMouseDown: undefined, onKeyDown: undefined } as const
