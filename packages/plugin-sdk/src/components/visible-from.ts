/** Classes that leave a column out where the page is narrower than its `from`. */
export const visibleFrom = { sm: 'hidden sm:table-cell', md: 'hidden md:table-cell', lg: 'hidden lg:table-cell' }
