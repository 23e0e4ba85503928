import BookOpen from "lucide-react/icons/book-open";
import Braces from "lucide-react/icons/braces";
import Bug from "lucide-react/icons/bug";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import Code from "lucide-react/icons/code";
import GitPullRequest from "lucide-react/icons/git-pull-request";
import Glasses from "lucide-react/icons/glasses";
import Lightbulb from "lucide-react/icons/lightbulb";
import MessageCircle from "lucide-react/icons/message-circle";
import Package from "lucide-react/icons/package";
import Radio from "lucide-react/icons/radio";
import Rocket from "lucide-react/icons/rocket";
import Server from "lucide-react/icons/server";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Users from "lucide-react/icons/users";
import Wrench from "lucide-react/icons/wrench";
import type { ComingSoonPage } from "./model";

export const documentation: ComingSoonPage = {
  title: "Documentation",
  description:
    "Everything Engram can do, written so that you need to read it only once. We are still sharpening the pencils.",
  estimatedDate: "Q1 2025",
  signupPlaceholder: "Email me when the documentation is out",
  backgroundClass: "soon-ripples",
  features: [
    { Icon: Rocket, title: "Quick start", description: "Save, ask and cite in five minutes, on your own machine." },
    { Icon: BookOpen, title: "Guides", description: "From the first memory to the ten-thousandth, one page each." },
    {
      Icon: Server,
      title: "Running it",
      description: "Settings, limits, proxies and checks for whoever keeps the server.",
    },
    { Icon: CircleQuestionMark, title: "Answers", description: "What people ask most, kept current." },
  ],
};

export const apiReference: ComingSoonPage = {
  title: "API Reference",
  description:
    "Every call, with an example that runs. The contract itself is here today; the prose around it is on its way.",
  estimatedDate: "Q2 2025",
  signupPlaceholder: "Email me when the reference is out",
  backgroundClass: "soon-grid",
  features: [
    {
      Icon: Braces,
      title: "The contract",
      description: "All calls in OpenAPI 3.1, generated from the code.",
      link: { href: "/openapi.json", text: "Read openapi.json" },
    },
    { Icon: Code, title: "Examples", description: "Small programs that each do one useful thing." },
    {
      Icon: Radio,
      title: "Streams",
      description: "How answers and changes arrive as events, and go on after a break.",
    },
    {
      Icon: TriangleAlert,
      title: "Errors",
      description: "What each status means, and which calls may be tried again.",
    },
  ],
};

export const blog: ComingSoonPage = {
  title: "Blog",
  description: "Notes on remembering: how Engram is built, what we measured, and what we got wrong.",
  estimatedDate: "Q1 2025",
  signupPlaceholder: "Email me the first post",
  backgroundClass: "soon-lines",
  features: [
    { Icon: Wrench, title: "Under the hood", description: "Search, passages and citations, explained with numbers." },
    { Icon: Glasses, title: "Reading well", description: "Ways to keep what you read and find it when it counts." },
    { Icon: Package, title: "Releases", description: "What changed, and why you might care." },
    { Icon: Bug, title: "Mistakes", description: "What broke, how we noticed, and what it taught us." },
  ],
};

export const community: ComingSoonPage = {
  title: "Community",
  description: "A place for people who keep things: to compare notes, ask for help and shape what comes next.",
  estimatedDate: "Q2 2025",
  signupPlaceholder: "Email me when the doors open",
  backgroundClass: "soon-circles",
  features: [
    {
      Icon: MessageCircle,
      title: "Questions",
      description: "Ask how others do it, and get an answer from somebody who does.",
    },
    { Icon: Users, title: "Show and tell", description: "How people remember: researchers, students, professionals." },
    {
      Icon: GitPullRequest,
      title: "Contributing",
      description: "First steps in the code, with somebody to ask along the way.",
    },
    { Icon: Lightbulb, title: "Say what’s next", description: "Ideas in the open, weighed where everyone can see." },
  ],
};
