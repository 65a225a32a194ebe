/**
 * Keys reserved for the focused control. A key that has a meaning for the focused element never runs a shortcut: not
 * while the user types, and not during type-ahead in a menu.
 */
const texts =
  'textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=searchbox], [role=combobox], [role=spinbutton]'
const lists = '[role=menu], [role=listbox], [role=tree], [role=radiogroup], [role=slider]'
const pressed = 'a[href], button, summary, input, [role=button], [role=checkbox], [role=switch], [role=tab]'
const plainInputs = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'])

/** Whether a chord is for the control that has the focus rather than for a shortcut. */
export function belongsToFocus(target: EventTarget | null, chord: string): boolean {
  if (!(target instanceof Element) || chord.startsWith('mod+')) return false
  if (isWritten(target) || target.closest(lists) !== null) return true
  return (chord === 'Enter' || chord === 'Space') && target.closest(pressed) !== null
}

/** Whether the focused element is in a dialog that has no `ShortcutLayer`. */
export function isInForeignDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog], dialog') !== null
}

function isWritten(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !plainInputs.has(target.type)
  return target.closest(texts) !== null
}
