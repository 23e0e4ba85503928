import { expect, it } from "vitest";
import { addressOf } from "./address";

it.each([
  ["https://example.com/a?b=c#d", "https://example.com/a?b=c#d"],
  ["  http://localhost:3000/x ", "http://localhost:3000/x"],
  ["example.com", "https://example.com"],
  ["www.example.co.uk/a b", "https://www.example.co.uk/a b"],
  ["example.com:8080/a", "https://example.com:8080/a"],
  ["x.com/ada/status/1", "https://x.com/ada/status/1"],
  ["münchen.example", "https://münchen.example"],
])("takes %s", (typed, address) => expect(addressOf(typed)).toBe(address));

it.each([
  "hello",
  "two words.com",
  "ada@example.com",
  "1.5",
  "javascript:alert(1)",
  "ftp://example.com",
  "https://",
  "https:///path",
  "example.com:port",
])("takes %s for no address", (typed) => expect(addressOf(typed)).toBeUndefined());
