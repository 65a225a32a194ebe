/** The pane of the mail page that has the focus. */
export function focusedPane(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-pane]')?.dataset['pane']
}
