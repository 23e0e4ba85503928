import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import LoaderCircle from "lucide-react/icons/loader-circle";
import { Toaster as Sonner } from "sonner";

export { toast } from "sonner";

/** The body of ui/toasts, in a file of its own so that it can load late. 3000 ms is the product's own time. */
export default function Toaster({ theme }: { theme: "dark" | "light" }) {
  return (
    <Sonner
      position="bottom-right"
      visibleToasts={3}
      expand
      duration={3000}
      gap={10}
      theme={theme}
      containerAriaLabel="Messages"
      toastOptions={{ unstyled: true, className: "toast" }}
      icons={{
        success: <CircleCheck className="i" />,
        error: <CircleAlert className="i" />,
        info: <Info className="i" />,
        loading: <LoaderCircle className="i spin" />,
      }}
    />
  );
}
