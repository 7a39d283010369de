/**
 * Claims and findings are called by their codes.
 *
 * @packageDocumentation
 */

export const codeLabels: Readonly<Record<string, string>> = {}

export const label = (_code: string): string | undefined => undefined
