/** Keyboard input of a user, as a browser reports it. */

/**
 * Replaces the value of a control; React handles it like typed input.
 * @throws Error when the control accepts no text
 */
export function typeInto(control: HTMLElement, text: string): void {
  const setValue = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set
  if (setValue === undefined) throw new Error(`Nothing can be typed into ${control.outerHTML}`)
  control.focus()
  setValue.call(control, text)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Presses the last key while those before it are held. */
export function pressKeys(target: Element, keys: string): void {
  const [key = '', ...held] = keys.split('+').toReversed()
  const init = {
    key,
    ctrlKey: held.includes('ctrl') || held.includes('mod'),
    shiftKey: held.includes('shift'),
    altKey: held.includes('alt'),
    metaKey: held.includes('meta'),
    bubbles: true,
    cancelable: true,
  }
  target.dispatchEvent(new KeyboardEvent('keydown', init))
  target.dispatchEvent(new KeyboardEvent('keyup', init))
}
