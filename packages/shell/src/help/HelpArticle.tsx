import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ReadHelpPage } from '@host/platform-api/help'
import { useNavigate } from '@host/plugin-sdk'
import { isPlainClick } from '@host/plugin-sdk/shell'

export interface HelpArticleProps {
  readonly page: ReadHelpPage
  /** Shows another page, or the list without a slug. */
  readonly onOpen: (slug?: string) => void
}

/**
 * The text of a page with the help's own style sheet, in a shadow tree: neither its styles nor the IDs of its headings
 * meet those of the product. The server makes the HTML of a fixed set of elements and escapes all else.
 */
export function HelpArticle({ page, onOpen }: HelpArticleProps) {
  const place = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  useLayoutEffect(() => {
    if (place.current !== null) showIn(place.current, page)
  }, [page])
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = linkOf(event)
      if (link === undefined) return
      event.preventDefault()
      const { pathname, hash } = new URL(link.href)
      const [, root, slug] = pathname.split('/')
      if (link.getAttribute('href')?.startsWith('#') === true) scrollTo(link, hash)
      else if (root === 'help') onOpen(slug)
      else navigate(`~${pathname}`)
    }
    const tree = place.current
    tree?.addEventListener('click', follow)
    return () => tree?.removeEventListener('click', follow)
  }, [navigate, onOpen])
  return <div ref={place} lang={page.language === 'zh' ? 'zh-CN' : 'en'} />
}

function showIn(place: HTMLDivElement, { html, styleSheet }: ReadHelpPage): void {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' })
  const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styleSheet })
  const article = Object.assign(document.createElement('div'), { className: 'article', innerHTML: html })
  for (const link of article.querySelectorAll('a')) if (isElsewhere(link)) link.target = '_blank'
  root.replaceChildren(sheet, article)
}

/** The link of this origin that was clicked; a modifier or another target is the browser's business. */
function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement)
  return link !== undefined && isPlainClick(event, link) && !isElsewhere(link) ? link : undefined
}

function isElsewhere({ origin }: HTMLAnchorElement): boolean {
  return origin !== location.origin
}

function scrollTo(link: HTMLAnchorElement, hash: string): void {
  const root = link.getRootNode()
  if (root instanceof ShadowRoot) root.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
}
