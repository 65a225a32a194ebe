import type { Translate } from '@host/plugin-sdk'
import { mainArea, type SidebarArea } from './sidebar-areas.ts'

/** What an area is called in the reader's language: as the dictionary of its plugin says, else its English title. */
export function areaTitle({ area }: SidebarArea<unknown>, t: Translate): string {
  if (area === undefined) return t(`shell.area.${mainArea}`)
  const key = `${area.plugin}.area.${area.id}`
  const text = t(key)
  return text === key ? area.title : text
}
