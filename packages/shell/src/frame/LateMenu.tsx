/**
 * A button whose menu is fetched on hover or focus. The frame renders without the menu's code.
 *
 *   button ── pressed, and the menu is loaded ──► the menu's own button, pressed for the reader
 *
 * Until then the button stays the same element: neither the focus nor a press is lost.
 */
import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  type ReactElement,
} from 'react'

/** Props of a lazily loaded menu. */
export interface LateMenuPart {
  /** The button that opens it. */
  readonly trigger: ReactElement
}

export interface LateMenuProps {
  readonly trigger: ReactElement<ComponentProps<'button'>>
  readonly load: () => Promise<{ readonly default: ComponentType<LateMenuPart> }>
}

export function LateMenu({ trigger, load }: LateMenuProps) {
  const [menu, setMenu] = useState<{ readonly Part: ComponentType<LateMenuPart> }>()
  if (menu !== undefined) return <PressedMenu trigger={trigger} Part={menu.Part} />
  const warmUp = () => void load().catch(() => undefined)
  // A menu that does not arrive is asked for again by the next press.
  const press = () => void load().then(({ default: Part }) => setMenu({ Part }), warmUp)
  function pressArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    press()
  }
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: warmUp,
    onFocus: warmUp,
    onClick: press,
    onKeyDown: pressArrow,
  })
}

interface PressedMenuProps extends Pick<LateMenuProps, 'trigger'> {
  readonly Part: ComponentType<LateMenuPart>
}

function PressedMenu({ trigger, Part }: PressedMenuProps) {
  const place = useRef<HTMLSpanElement>(null)
  const wasPressed = useRef(false)
  useEffect(() => {
    if (wasPressed.current) return
    wasPressed.current = true
    const button = place.current?.querySelector('button')
    button?.focus()
    button?.click()
  }, [])
  return (
    <span ref={place} className="contents">
      <Part trigger={trigger} />
    </span>
  )
}
