/** How something that takes text looks: the outline, under the pointer, with the focus inside, and with an error. */
export const controlClass =
  'rounded-control border border-control bg-surface text-base text-fg transition-colors hover:border-muted ' +
  'focus-within:border-focus focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus ' +
  'has-[[aria-invalid]]:border-danger has-[:disabled]:opacity-55'
