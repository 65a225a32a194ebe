/** Values that load something, grow with the frame, or come from elsewhere. Browsers write escapes out before. */
const unsafeValue =
  /\\|\b(?:url|src|image|image-set|cross-fade|element|paint|var|env|attr|expression)\s*\(|[\d.][sld]?v(?:h|min|max|b)\b/i

/** Media queries of frames follow the system and not the theme of the page. */
const followsSystem = /prefers-color-scheme/i

const deepest = 3

/** Removes what a declaration must not have. */
export function cleanDeclarations(style: CSSStyleDeclaration): void {
  for (const name of Array.from(style)) {
    const value = style.getPropertyValue(name)
    const isPinned = name === 'position' && /fixed|sticky/i.test(value)
    if (name.startsWith('--') || isPinned || unsafeValue.test(value)) style.removeProperty(name)
  }
}

/** The rules of a style sheet that can only style: no imports, fonts, animations or addresses. */
export function safeSheet(text: string): string {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return rulesText(sheet.cssRules, 0)
}

function rulesText(rules: CSSRuleList, depth: number): string {
  return Array.from(rules, (rule) => ruleText(rule, depth)).join('\n')
}

function ruleText(rule: CSSRule, depth: number): string {
  if (rule instanceof CSSStyleRule) {
    cleanDeclarations(rule.style)
    return rule.style.length === 0 ? '' : `${rule.selectorText} { ${rule.style.cssText} }`
  }
  if (!(rule instanceof CSSMediaRule) || depth >= deepest || followsSystem.test(rule.conditionText)) return ''
  return `@media ${rule.conditionText} { ${rulesText(rule.cssRules, depth + 1)} }`
}
