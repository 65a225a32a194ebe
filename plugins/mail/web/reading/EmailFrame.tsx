import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readFrame } from '../../shared.ts'
import type { SafeEmail } from './sanitize-email.ts'

export interface EmailFrameProps {
  /** Sanitized in the document of the frame; undefined until that is there. */
  readonly email: SafeEmail | undefined
  readonly onReady: (inside: Document | null) => void
  /** Names the frame for screen readers. */
  readonly label: string
  /** Gets the true target of the link under the pointer or with the focus; empty for none. */
  readonly onTarget: (target: string) => void
}

/** Longer emails scroll within the frame. */
const highest = 30_000
/** Changes of height that one email gets: content that grows with its frame would go on forever. */
const mostChanges = 200

const framePath = readFrame.pattern.slice('GET '.length)

/**
 * Shows sanitized HTML. The document of the frame has a policy of its own, which a `srcdoc` would not: that inherits the
 * page's, which allows no styles. It never runs a script, since the sandbox and the policy forbid them; only then it is
 * safe that the page reaches into it, to fill it and to measure it.
 */
export function EmailFrame({ email, label, onReady, onTarget }: EmailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(160)
  const show = useEffectEvent(onTarget)
  useEffect(() => {
    const inside = frame.current?.contentDocument
    if (email === undefined || !inside || frame.current === null) return undefined
    const stopFilling = fill(inside, email, frame.current)
    const stopMeasuring = measure(email.body, setHeight)
    const stopFollowing = follow(inside, frame.current, (target) => show(target))
    return () => {
      stopFollowing()
      stopMeasuring()
      stopFilling()
    }
  }, [email])
  return (
    <iframe
      ref={frame}
      title={label}
      src={framePath}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      onLoad={() => onReady(frame.current?.contentDocument ?? null)}
      style={{ height }}
      className="w-full rounded-control"
    />
  )
}

/** Styles that no sheet of an email can override, so that the height of the frame never follows itself. */
const pinned = {
  display: 'flow-root',
  position: 'relative',
  float: 'none',
  width: 'auto',
  height: 'auto',
  margin: '0',
  'min-height': '0',
  'max-height': 'none',
  transform: 'none',
  zoom: '1',
  visibility: 'visible',
  'overflow-x': 'auto',
  'overflow-y': 'hidden',
}

function fill(inside: Document, { body, css, hasColors }: SafeEmail, frame: HTMLIFrameElement): () => void {
  const { documentElement: root, body: place } = inside
  for (const [name, value] of Object.entries(pinned)) body.style.setProperty(name, value, 'important')
  const sheet = inside.createElement('style')
  sheet.textContent = css
  body.dataset['paper'] = String(hasColors)
  root.style.colorScheme = hasColors ? 'light' : getComputedStyle(frame).colorScheme
  place.replaceChildren(sheet, inside.adoptNode(body))
  inside.defaultView?.scrollTo(0, 0)
  return () => place.replaceChildren()
}

function measure(body: HTMLElement, onHeight: (height: number) => void): () => void {
  let left = mostChanges
  const observer = new ResizeObserver(() => {
    left -= 1
    if (left > 0) onHeight(Math.min(Math.ceil(body.getBoundingClientRect().height) + 1, highest))
  })
  observer.observe(body)
  return () => observer.disconnect()
}

/** Follows the links under the pointer and the focus, and hands keys on to the page. */
function follow(inside: Document, frame: HTMLIFrameElement, onTarget: (target: string) => void): () => void {
  const ends = new AbortController()
  const { signal } = ends
  const enter = ({ target }: Event) => {
    const link = (target as Element | null)?.closest?.('a[href]')
    onTarget(link?.getAttribute('href') ?? '')
  }
  const leave = () => onTarget('')
  inside.addEventListener('mouseover', enter, { signal })
  inside.addEventListener('focusin', enter, { signal })
  inside.documentElement.addEventListener('mouseleave', leave, { signal })
  inside.addEventListener('focusout', leave, { signal })
  inside.addEventListener(
    'keydown',
    ({ key, code, ctrlKey, metaKey, shiftKey, altKey }) => {
      frame.dispatchEvent(
        new KeyboardEvent('keydown', {
          key,
          code,
          ctrlKey,
          metaKey,
          shiftKey,
          altKey,
          bubbles: true,
          cancelable: true,
        }),
      )
    },
    { signal },
  )
  return () => ends.abort()
}
