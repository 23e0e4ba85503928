/** A draft of a mail to this address. */
export function mailDraft(address: string, draft: { subject: string; body: string } | undefined = undefined): string {
  const to = `mailto:${encodeURIComponent(address).replace("%40", "@")}`;
  if (!draft) return to;
  return `${to}?subject=${encodeURIComponent(draft.subject)}&body=${encodeURIComponent(draft.body)}`;
}

/** A draft that asks about the Enterprise plan. */
export function enterpriseDraft(address: string): string {
  return mailDraft(address, {
    subject: "Inquiry about the Enterprise plan",
    body: "Hello,\n\nI would like to know more about the Enterprise plan of Engram for my team.\n\nTeam size:\nWhat we would use it for:\n\nKind regards",
  });
}
