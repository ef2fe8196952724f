/** Returns what WordPress may have hashed of a password: its forms put a backslash before quotes and others. */
export function wordPressTexts(password: string): string[] {
  return [...new Set([password, password.replaceAll(/['"\\]/g, String.raw`\$&`)])]
}
