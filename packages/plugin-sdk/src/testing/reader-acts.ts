/** What a reader does with keys, as a browser reports it. */

/** Puts a text in the place of what a control holds; React hears of it as of typing. @throws Error when it takes none */
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
