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

/**
 * The rules of a style sheet that can only style: no imports, fonts, animations or addresses.
 * @param sheet an empty one, which parses the text and is used for nothing
 */
export function safeSheet(text: string, sheet: CSSStyleSheet): string {
  sheet.replaceSync(text)
  return rulesText(sheet.cssRules, 0)
}

function rulesText(rules: CSSRuleList, depth: number): string {
  return Array.from(rules, (rule) => ruleText(rule, depth)).join('\n')
}

function ruleText(rule: CSSRule, depth: number): string {
  if (isStyleRule(rule)) {
    cleanDeclarations(rule.style)
    return rule.style.length === 0 ? '' : `${rule.selectorText} { ${rule.style.cssText} }`
  }
  if (!isMediaRule(rule) || depth >= deepest || followsSystem.test(rule.conditionText)) return ''
  return `@media ${rule.conditionText} { ${rulesText(rule.cssRules, depth + 1)} }`
}

/** Rules of the frame are of its classes, not of the page's. */
function isStyleRule(rule: CSSRule): rule is CSSStyleRule {
  return 'selectorText' in rule && 'style' in rule
}

function isMediaRule(rule: CSSRule): rule is CSSMediaRule {
  return rule.constructor.name === 'CSSMediaRule'
}
